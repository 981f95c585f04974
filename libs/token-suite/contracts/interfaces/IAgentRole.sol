// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Agents of a token or registry, as ERC-3643 defines them. The owner appoints agents.
interface IAgentRole {
    event AgentAdded(address indexed agent);
    event AgentRemoved(address indexed agent);

    function addAgent(address agent) external;
    function removeAgent(address agent) external;
    function isAgent(address agent) external view returns (bool);
}
