// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The claim topics that a holder needs, as ERC-3643 defines the registry.
interface IClaimTopicsRegistry {
    event ClaimTopicAdded(uint256 indexed claimTopic);
    event ClaimTopicRemoved(uint256 indexed claimTopic);

    function addClaimTopic(uint256 claimTopic) external;
    function removeClaimTopic(uint256 claimTopic) external;
    function getClaimTopics() external view returns (uint256[] memory);
}
