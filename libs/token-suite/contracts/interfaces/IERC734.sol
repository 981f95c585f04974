// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Keys of an identity. A key is the keccak256 hash of an ABI-encoded address; purposes are 1 (management), 2 (action)
/// and 3 (signing claims).
interface IERC734 {
    event Approved(uint256 indexed executionId, bool approved);
    event Executed(uint256 indexed executionId, address indexed to, uint256 indexed value, bytes data);
    event ExecutionRequested(uint256 indexed executionId, address indexed to, uint256 indexed value, bytes data);
    event ExecutionFailed(uint256 indexed executionId, address indexed to, uint256 indexed value, bytes data);
    event KeyAdded(bytes32 indexed key, uint256 indexed purpose, uint256 indexed keyType);
    event KeyRemoved(bytes32 indexed key, uint256 indexed purpose, uint256 indexed keyType);

    function addKey(bytes32 key, uint256 purpose, uint256 keyType) external returns (bool success);
    function removeKey(bytes32 key, uint256 purpose) external returns (bool success);
    function execute(address to, uint256 value, bytes calldata data) external payable returns (uint256 executionId);
    function approve(uint256 id, bool approved) external returns (bool success);
    function getKey(bytes32 key) external view returns (uint256[] memory purposes, uint256 keyType, bytes32 keyHash);
    function getKeyPurposes(bytes32 key) external view returns (uint256[] memory purposes);
    function getKeysByPurpose(uint256 purpose) external view returns (bytes32[] memory keys);
    function keyHasPurpose(bytes32 key, uint256 purpose) external view returns (bool exists);
}
