// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority} from "./Authority.sol";
import {IAgentRole} from "../interfaces/IAgentRole.sol";
import {IERC173} from "../interfaces/IERC173.sol";

/// Owner, agents and roles of a contract. The owner is the authority's admin, until the ownership of this contract is
/// transferred. A role is granted by the authority; an agent, which only the owner appoints, has a contract's agent roles.
abstract contract Governed is IAgentRole, IERC173 {
    /// @custom:storage-location erc7201:hissa.storage.Governed
    struct GovernedStorage {
        Authority authority;
        address ownOwner;
        address pendingOwner;
        uint96 agentCount;
        mapping(address agent => bool) agents;
    }

    bytes32 private constant GOVERNED =
        keccak256(abi.encode(uint256(keccak256("hissa.storage.Governed")) - 1)) & ~bytes32(uint256(0xff));

    event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner);

    error NotOwner(address caller);
    error NotPendingOwner(address caller);
    error MissingRole(address caller, bytes32 role);
    error ZeroAddress();

    modifier onlyOwner() {
        if (msg.sender != owner()) revert NotOwner(msg.sender);
        _;
    }

    modifier onlyRole(bytes32 role) {
        if (!hasRole(role, msg.sender)) revert MissingRole(msg.sender, role);
        _;
    }

    function authority() public view returns (Authority) {
        return _governed().authority;
    }

    function owner() public view returns (address) {
        GovernedStorage storage $ = _governed();
        return $.ownOwner == address(0) ? $.authority.defaultAdmin() : $.ownOwner;
    }

    function pendingOwner() external view returns (address) {
        return _governed().pendingOwner;
    }

    /// Proposes an owner for this contract alone. With zero, the authority's admin becomes its owner again at once.
    function transferOwnership(address newOwner) external onlyOwner {
        GovernedStorage storage $ = _governed();
        address previous = owner();
        $.pendingOwner = newOwner;
        if (newOwner == address(0)) {
            $.ownOwner = address(0);
            emit OwnershipTransferred(previous, owner());
        } else {
            emit OwnershipTransferStarted(previous, newOwner);
        }
    }

    function acceptOwnership() external {
        GovernedStorage storage $ = _governed();
        if (msg.sender != $.pendingOwner) revert NotPendingOwner(msg.sender);
        emit OwnershipTransferred(owner(), msg.sender);
        $.ownOwner = msg.sender;
        $.pendingOwner = address(0);
    }

    function addAgent(address agent) external virtual onlyOwner {
        if (agent == address(0)) revert ZeroAddress();
        GovernedStorage storage $ = _governed();
        if ($.agents[agent]) return;
        $.agents[agent] = true;
        ++$.agentCount;
        emit AgentAdded(agent);
    }

    function removeAgent(address agent) external virtual onlyOwner {
        GovernedStorage storage $ = _governed();
        if (!$.agents[agent]) return;
        $.agents[agent] = false;
        --$.agentCount;
        emit AgentRemoved(agent);
    }

    function isAgent(address agent) public view virtual returns (bool) {
        return _governed().agents[agent];
    }

    /// Returns the number of agents that the owner has appointed; the authority's roles are not counted.
    function agentCount() external view returns (uint256) {
        return _governed().agentCount;
    }

    /// Returns whether an account has a role on this contract.
    function hasRole(bytes32 role, address account) public view returns (bool) {
        GovernedStorage storage $ = _governed();
        return $.authority.hasRole(role, account) || (_isAgentRole(role) && $.agents[account]);
    }

    /// Returns whether agents of this contract have the role.
    function _isAgentRole(bytes32) internal pure virtual returns (bool) {
        return false;
    }

    function _setAuthority(Authority newAuthority) internal {
        if (address(newAuthority) == address(0)) revert ZeroAddress();
        _governed().authority = newAuthority;
    }

    function _governed() private pure returns (GovernedStorage storage $) {
        bytes32 slot = GOVERNED;
        assembly {
            $.slot := slot
        }
    }
}
